/** Largest accepted payload of any message, in bytes (device-link v1: 256 KiB). */
export const MAX_PAYLOAD_BYTES = 256 * 1024

/** Default seconds between two heartbeats of a gateway. A device model may override it. */
export const DEFAULT_HEARTBEAT_SECONDS = 60

/** Longest gateway or device code, in characters. */
export const MAX_CODE_LENGTH = 64

/** Longest report code, in characters. Longer ones are truncated. */
export const MAX_REPORT_CODE_LENGTH = 64

/** Longest name of an encoding, in characters. Longer ones are truncated. */
export const MAX_FORMAT_LENGTH = 16

/** Longest text among a report's values, in characters. Longer ones are truncated. */
export const MAX_VALUE_LENGTH = 1000

/** Largest piece of a firmware file over MQTT, in bytes before it is encoded. */
export const MAX_CHUNK_BYTES = 32 * 1024

/** Most values of one report that are kept. The others are counted. */
export const MAX_VALUE_NAMES = 200

/** The value that says how many others of the report were left out. */
export const OMITTED_VALUES = '…'
