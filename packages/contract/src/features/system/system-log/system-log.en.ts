import type { texts as zh } from './system-log.zh.ts'

export const texts: typeof zh = {
  menus: {
    'system.log': 'Logs',
  },
  operations: {
    'log:verify': 'Verify audit chain',
  },
  subjects: {
    apiLog: 'API log',
    auditLog: 'Audit log',
    loginLog: 'Sign-in log',
    mqttLog: 'MQTT log',
  },
  fields: {
    traceId: 'Trace ID',
    client: 'Client',
    topic: 'Topic',
    direction: 'Direction',
    payload: 'Payload',
    ms: 'Duration (ms)',
    params: 'Parameters',
    objectId: 'Object ID',
    objectName: 'Object',
    actorId: 'Actor',
    hash: 'Hash',
  },
  enums: {
    malformedReason: {
      notJson: 'Not JSON',
      tooLarge: 'Over 256 KiB',
      wrongType: 'Wrong field type',
      foreignDevice: 'Device of another gateway',
      unknownTopic: 'Unknown topic',
      notStorable: 'Cannot be stored',
      tooManyValues: 'Too many values; the rest is not kept',
    },
    signInRefusal: {
      wrongSecret: 'Wrong secret',
      replacedSecret: 'Secret that was replaced',
      disabled: 'Disabled or deleted gateway',
      foreignWill: 'Will on a topic that is not its own',
      foreignSource: 'From an address that is not allowed',
      notEncrypted: 'Not encrypted',
    },
  },
  reasons: {
    verifyRunning: 'the audit chain is already being verified; try again when that has finished',
  },
}
