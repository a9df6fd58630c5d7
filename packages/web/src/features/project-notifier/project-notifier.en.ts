import type { texts as zh } from './project-notifier.zh.ts'

export const texts: typeof zh = {
  title: 'Call list',
  create: 'Add a person',
  edit: 'Edit person',
  hint: 'In an alarm they are called one by one in this order. Drag them, or move them up and down.',
  empty: 'The call list is empty: nobody will be called in an alarm. Add somebody.',
  noneActive: 'Nobody on the call list can be reached: nobody will be called in an alarm.',
  notReached:
    'Told by the app alone, and without an account any more: nobody is reached. Edit the entry: name an account, or another way.',
  deleteHint: 'Those behind move up.',
  up: 'Move up',
  down: 'Move down',
  upOf: 'Move {{name}} up',
  downOf: 'Move {{name}} down',
  first: 'Already first',
  last: 'Already last',
  moved: '{{name}} is now number {{seq}}',
  drag: 'Drag {{name}} to another place',
  unmask: 'Show in full',
  unmaskOf: 'Show the data of {{name}} in full',
  masked: 'Hidden now; stays as it is when left empty',
  state: 'Enabled',
  words: {
    title: 'Passwords of callers',
    none: 'No password: nobody who calls can prove who they are.',
    set: 'Set passwords',
    change: 'Set new passwords',
    show: 'Show passwords',
    outside:
      'Set before the project changed hands: people of the former company know these passwords. Set new ones with the people of the site.',
    hint: 'Callers say the password before an alarm is called off or a test begins. Showing it is logged.',
    hintDuress:
      'Callers say the password before an alarm is called off or a test begins. The duress word means that somebody forces them: show nothing, and treat the alarm as real. Showing them is logged.',
    callerHint: 'What callers say to prove who they are',
    anew: 'Both are set anew; left empty, both are removed',
    duressHint: 'What callers say when somebody forces them, other than the password; may be left empty',
  },
  number: {
    never: 'Number never reached yet',
    missed: 'Not reached last time: {{reason}} ({{time}})',
    reached: 'Last reached {{time}}',
  },
  form: {
    accountHint: 'App messages go to the phone of this account',
    languageHint: 'The language of calls and text messages',
    methods: 'Told in these ways',
    proposed: 'Told in these ways; proposed are the notification methods of the project',
  },
}
