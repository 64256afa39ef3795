#!/usr/bin/env python3
"""Plays at random against the computer: python3 examples/bot.py [RULESET] [SEED]"""
import json, os, random, subprocess, sys

ruleset, seed = (sys.argv[1:] + ["bison", "1"][len(sys.argv) - 1:])[:2]
program = os.environ.get("HOUSERULES", "houserules")
referee = subprocess.Popen([program, "referee", ruleset], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(do, **fields):
    print(json.dumps({"do": do, **fields}), file=referee.stdin, flush=True)
    reply = json.loads(referee.stdout.readline() or '{"error": {"message": "the referee has left"}}')
    return sys.exit(reply["error"]["message"]) if "error" in reply else reply

dice = random.Random(int(seed))
game = ask("new", seed=int(seed))
mine = game["to_move"]
while not game["over"]:
    side = game["to_move"]
    move = dice.choice(ask("legal")["moves"]) if side == mine else ask("choose", level="child")["move"]
    print(f"{side}: {move}")
    game = ask("apply", move=move)
print(f"{game['over']['says']}: {game['over']['reason']}")
ask("quit")
