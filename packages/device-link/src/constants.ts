/** Largest accepted payload of any message, in bytes (device-link v1: 64 KiB). */
export const MAX_PAYLOAD_BYTES = 64 * 1024

/** Default seconds between two heartbeats of a gateway; a device model may say otherwise. */
export const DEFAULT_HEARTBEAT_SECONDS = 60

/** Longest gateway or device code, in characters. */
export const MAX_CODE_LENGTH = 64
