import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './alarm-test.zh.ts'

export const texts: WithOnes<typeof zh> = {
  send: 'Send a test alarm',
  title: 'Send a test alarm?',
  what: 'It arrives as a fire, marked as a test everywhere, and starts no linked rule. Alarm lists, the queue of waiting alarms and the wall show it after everything real, without a sound on other screens. The notification rules really call these people:',
  sent: 'The test alarm has been sent',
  stock: 'Not installed in a project yet',
}
