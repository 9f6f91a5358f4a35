#!/usr/bin/env bash
# Ends what is still to be done in a case, and closes it. Sign in first: chancery auth login --email ada@example.com
set -euo pipefail
case_id=${1:?the id of the case}
outcome=${2:?how the case ended, such as goals_met}

# A value of the JSON on standard input, by an expression over `data`.
of() { node -e 'let s="";process.stdin.on("data",(c)=>s+=c).on("end",()=>console.log(Function("data",`return ${process.argv[1]}`)(JSON.parse(s))))' "$1"; }

left=$(for status in open in_progress; do
  chancery records follow-ups list --case-id "$case_id" --status "$status" --all --json |
    of "data.followUps.map(({ id }) => id).join('\n')"
done)
for follow_up in $left; do
  chancery records follow-ups update "$follow_up" --status completed --outcome 'Done before the case was closed.' --json |
    of "'done: ' + data.followUp.title"
done

chancery records cases move "$case_id" --status closed --reason 'Nothing is left to be done.' \
  --closure-outcome "$outcome" --json | of "data.case.caseNumber + ' is ' + data.case.status"
