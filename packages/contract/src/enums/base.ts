/** Enumerations of the district base, part of `enums`. */
export const baseEnums = {
  accountType: ['siter', 'distributor', 'agent_one', 'agent_two', 'customer', 'user'],
  coordinateSystem: ['WGS84', 'GCJ02', 'BD09'],
  mapProvider: ['offline', 'amap'],
  geocodeResult: ['found', 'no_data', 'error'],
  /** State of an SMS or voice call about an alarm. */
  recordState: [
    'queued',
    'sending',
    'sent',
    'delivered',
    'read',
    'answered',
    'busy',
    'noAnswer',
    'refused',
    'failed',
    'cancelled',
    'folded',
  ],
  /** Why a message did not reach somebody outside. The provider's own words are only for the operating company. */
  sendFailure: ['noProvider', 'providerDown', 'timeLimit', 'notWorking', 'refused', 'undelivered', 'toldOtherwise'],
  /** Why something was sent to people outside. */
  recordCause: ['rule', 'task', 'test', 'system'],
  /** Categories of in-site messages. */
  messageCategory: ['alarm', 'order', 'project', 'feedback', 'notice', 'security', 'company', 'other'],
  yesNo: ['Y', 'N'],
} as const
