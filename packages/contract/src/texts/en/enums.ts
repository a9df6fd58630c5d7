import type { enums as zh } from '../zh/enums.ts'

export const enums: typeof zh = {
  reportType: {
    alarm: 'Alarm',
    fault: 'Fault',
    restore: 'Restore',
    lowPower: 'Low power',
    heartbeat: 'Heartbeat',
    telemetry: 'Telemetry',
    test: 'Test',
  },
  reportCodeType: {
    CID: 'Contact ID',
    SIA: 'SIA',
    GB26875: 'GB/T 26875',
    EW: 'Emberwatch',
  },
  auditState: {
    pending: 'Awaiting approval',
    approved: 'Approved',
    rejected: 'Rejected',
  },
  coordinateSystem: {
    WGS84: 'WGS-84',
    GCJ02: 'GCJ-02',
    BD09: 'BD-09',
  },
  feedbackState: {
    pending_handle: 'Pending',
    handled: 'Handled',
  },
  pushType: {
    app: 'App push',
    sms: 'SMS',
    voice: 'Phone call',
    mail: 'E-mail',
    inSite: 'In-site message',
  },
  pushWay: {
    http: 'HTTP',
    mqtt: 'MQTT',
  },
  upgradeTaskState: {
    disabled: 'Disabled',
    enabled: 'Enabled',
    suspended: 'Suspended',
    completed: 'Completed',
    terminated: 'Terminated',
  },
  upgradeDeviceState: {
    waiting: 'Waiting',
    sent: 'Sent',
    downloading: 'Downloading',
    verifying: 'Verifying',
    installing: 'Installing',
    succeeded: 'Succeeded',
    failed: 'Failed',
    skipped: 'Skipped',
  },
  upgradeMethod: {
    silent: 'Silent',
    optional: 'Optional',
    forced: 'Forced',
  },
  yesNo: {
    Y: 'Yes',
    N: 'No',
  },
}
