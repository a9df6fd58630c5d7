/** Largest accepted payload of any message, in bytes (device-link v1: 256 KiB). */
export const maxPayloadBytes = 256 * 1024

/** Default seconds between two heartbeats of a gateway. A device model may override it. */
export const defaultHeartbeatSeconds = 60

/** Longest gateway or device code, in characters. */
export const maxCodeLength = 64

/** Longest report code, in characters. Longer ones are truncated. */
export const maxReportCodeLength = 64

/** Longest name of an encoding, in characters. Longer ones are truncated. */
export const maxFormatLength = 16

/** Longest text among a report's values, in characters. Longer ones are truncated. */
export const maxValueLength = 1000

/** Largest piece of a firmware file over MQTT, in bytes before it is encoded. */
export const maxChunkBytes = 32 * 1024

/** Most values of one report that are kept. The others are counted. */
export const maxValueNames = 200

/** The value that says how many others of the report were left out. */
export const omittedValues = '…'
