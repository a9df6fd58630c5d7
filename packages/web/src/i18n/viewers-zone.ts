/** The time zone of the viewer. */
export const viewersZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
