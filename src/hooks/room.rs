//! The one place where functions and properties are given to scripts, so that their names are known for checking.

use super::misuse::Asked;
use rhai::{Dynamic, Engine, RhaiNativeFunc};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

/// What scripts may say.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    /// Functions with the numbers of values that they take; of a method its object is counted.
    pub functions: BTreeMap<&'static str, BTreeSet<usize>>,
    /// The types that functions take, one list for each form, in the order in which they were given.
    pub takes: BTreeMap<&'static str, Vec<Vec<TypeId>>>,
    /// Properties of all views.
    pub properties: BTreeSet<&'static str>,
}

/// An engine that is being furnished.
pub(super) struct Room<'e> {
    pub engine: &'e mut Engine,
    pub catalogue: Catalogue,
}

impl Room<'_> {
    /// A function, or a method of its first value.
    pub fn function<A: 'static, const N: usize, const X: bool, R: rhai::Variant + Clone, const F: bool, T>(
        &mut self,
        name: &'static str,
        function: T,
    ) where
        T: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    {
        self.catalogue.functions.entry(name).or_default().insert(N);
        self.catalogue.takes.entry(name).or_default().push(T::param_types().to_vec());
        self.engine.register_fn(name, function);
    }

    /// A function that only the engine calls, such as an operator.
    pub fn hidden<A: 'static, const N: usize, const X: bool, R: rhai::Variant + Clone, const F: bool>(
        &mut self,
        name: &'static str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) {
        self.engine.register_fn(name, function);
    }

    /// A property of a view.
    pub fn property<T: rhai::Variant + Clone>(
        &mut self,
        name: &'static str,
        get: impl Fn(&T) -> Dynamic + Send + Sync + 'static,
    ) {
        self.catalogue.properties.insert(name);
        self.engine.register_get(name, move |view: &mut T| get(view));
    }

    /// A property that may be asked for in vain.
    pub fn asked<T: rhai::Variant + Clone>(
        &mut self,
        name: &'static str,
        get: impl Fn(&T) -> Asked<Dynamic> + Send + Sync + 'static,
    ) {
        self.catalogue.properties.insert(name);
        self.engine.register_get(name, move |view: &mut T| get(view));
    }
}
