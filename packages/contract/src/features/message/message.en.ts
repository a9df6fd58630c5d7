import type { texts as zh } from './message.zh.ts'

export const texts: typeof zh = {
  menus: {
    'message.list': 'My messages',
  },
  subjects: {
    message: 'Message',
  },
  fields: {
    unread: 'Unread',
  },
  enums: {
    recordState: {
      queued: 'Queued',
      sending: 'Sending',
      sent: 'Sent',
      delivered: 'Delivered',
      read: 'Read',
      answered: 'Answered',
      busy: 'Busy',
      noAnswer: 'No answer',
      refused: 'Refused',
      failed: 'Failed',
      cancelled: 'Cancelled',
      folded: 'Told with another',
    },
    recordCause: {
      rule: 'Notification rule',
      task: 'Message task',
      test: 'Test',
      system: 'System',
    },
    notifyEvent: {
      alarm: 'Alarm',
      breach: 'Response time exceeded',
      fault: 'Fault',
    },
    notifyReceiver: {
      callList: 'Call list of the project',
      deviceList: 'People of the device',
      duty: 'Whoever is on duty',
      role: 'Role',
      accounts: 'Accounts',
    },
    notifyStop: {
      taken: 'Somebody takes it over',
      confirmed: 'It is confirmed',
      closed: 'It is closed',
    },
    leftOutReason: {
      onTest: 'The project is on test',
      projectStopped: 'The project is stopped',
      quietHours: 'Outside the active hours',
      disabled: 'Disabled',
      noAddress: 'No usable number or address',
      methodOff: 'Has switched this channel off',
      offDuty: 'Nobody is on duty',
      outOfScope: 'May not see the project',
      noProvider: 'No provider is set up',
      providerDown: 'The provider is down',
      nobody: 'Nobody fits',
    },
    runState: {
      running: 'Running',
      stopped: 'Stopped',
      finished: 'Finished',
    },
    providerKind: {
      smtp: 'Mail (SMTP)',
      aliyunSms: 'Aliyun SMS',
      twilioSms: 'Twilio SMS',
      smpp: 'Carrier SMS (SMPP 3.4)',
      httpSms: 'SMS over HTTP',
      aliyunVoice: 'Aliyun voice',
      twilioVoice: 'Twilio voice',
      httpVoice: 'Voice over HTTP',
      webPush: 'App push (Web Push)',
    },
  },
}
