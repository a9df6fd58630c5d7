import type { texts as zh } from './project-notifier.zh.ts'

export const texts: typeof zh = {
  title: 'Call list',
  create: 'Add a person',
  edit: 'Edit person',
  hint: 'In an alarm, these people are called one by one in this order. Drag them, or move them up and down.',
  empty: 'The call list is empty: nobody will be called in an alarm. Add a person.',
  noneActive: 'Nobody on the call list can be reached: nobody will be called in an alarm.',
  notReached:
    'Notified in the app only, but no longer linked to an account: this person cannot be reached. Edit the entry and choose an account or another channel.',
  deleteHint: 'The people after this one move up.',
  up: 'Move up',
  down: 'Move down',
  upOf: 'Move {{name}} up',
  downOf: 'Move {{name}} down',
  first: 'Already first',
  last: 'Already last',
  moved: '{{name}} is now number {{seq}}',
  drag: 'Drag {{name}} to another place',
  masked: 'Hidden; leave empty to keep it unchanged',
  state: 'Enabled',
  words: {
    title: 'Caller passwords',
    none: 'No password is set: callers cannot prove who they are.',
    set: 'Set passwords',
    change: 'Set new passwords',
    show: 'Show passwords',
    outside:
      'Set before the project changed hands: people of the former company know these passwords. Agree on new ones with the people on site.',
    hint: 'Callers have to say the password before an alarm is called off or a test begins. Viewing it is logged.',
    hintDuress:
      'Callers have to say the password before an alarm is called off or a test begins. The duress word means that somebody is forcing them: do not let on, and treat the alarm as real. Viewing them is logged.',
    callerHint: 'What callers say to prove who they are',
    anew: 'Both are replaced; if both are left empty, they are removed',
    duressHint: 'What callers say if somebody is forcing them; must differ from the password; can be left empty',
  },
  number: {
    never: 'This number has never been reached',
    missed: 'Not reached last time: {{reason}} ({{time}})',
    reached: 'Last reached {{time}}',
  },
  form: {
    accountHint: 'App messages go to the phone of this account',
    languageHint: 'The language of calls and text messages',
    methods: 'Notified in these ways',
    proposed: 'Notified in these ways; preset to the notification methods of the project',
  },
}
