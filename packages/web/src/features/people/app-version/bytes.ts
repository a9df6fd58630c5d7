const megabyte = 1_048_576

/** A size in MB such as `34.2 MB`; smaller ones in KB. */
export const bytesText = (bytes: number): string =>
  bytes >= megabyte ? `${(bytes / megabyte).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_024))} KB`
