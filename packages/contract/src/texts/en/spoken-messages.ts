import type { said as zh } from '../zh/spoken-messages.ts'

export const said: typeof zh = {
  standard: 'Fire alarm: "{type}" at {project}, {place}, {device}, at {time}. Please check at once.',
  example: {
    project: 'Example Tower',
    address: '1 Example Road',
    place: 'floor 3, east corridor',
    device: 'smoke detector 3-12',
    type: 'Alarm',
  },
  folded: '{{count}} at the same project, the first: ',
  held: ' Waiting for you: {{count}} more, see the console.',
  testTitle: 'Notification test',
  test: 'This is a test message from the fire safety platform. No action is needed.',
  unreachedTitle: 'Nobody was reached about an alarm',
  unreached:
    'None of the messages and calls about the alarm “{{type}}” ({{code}}) at {{site}} got through. Please see to it yourself at once.',
  deadTitle: 'Notifications cannot be sent',
  dead: 'The platform cannot send by {{channels}}; the oldest message has been waiting for {{seconds}} s. Check the notification providers in the operator configuration at once.',
}
