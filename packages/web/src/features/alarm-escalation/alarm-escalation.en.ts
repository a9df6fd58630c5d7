import type { texts as zh } from './alarm-escalation.zh.ts'

export const texts: typeof zh = {
  title: 'Escalation',
  none: 'No notification rule applies to this alarm: the system has called nobody.',
  noneHint: 'Check the rules that apply to this project under “Messages › Notification rules”.',
  step: 'Step {{done}} of {{of}}',
  notBegun: 'Not begun, {{of}} steps',
  next: 'next in {{span}}',
  nextNow: 'next now',
  last: 'no further step, waiting for an answer',
  stopped: '{{reason}}: nobody else is told',
  stoppedBy: '{{reason}} ({{who}}): nobody else is told',
  finished: 'All steps are done, and nobody has taken it over',
  since: 'since',
  told: 'Told',
  nobody: 'Nobody has been told so far',
  leftOut: 'Not told',
  all: 'every channel',
  round: 'Step {{step}}',
  roundAgain: 'Step {{step}}, time {{round}}',
  onConsole: 'On the console',
  columns: { time: 'Time', step: 'Step', who: 'Person', channel: 'Channel', state: 'Result', reason: 'Reason' },
}
