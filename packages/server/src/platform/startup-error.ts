/**
 * A failure that the operator can fix: its message is one line that says what is wrong and what to do. `main.ts` prints it
 * without a stack trace and exits with code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** The message of anything that was thrown, on one line. */
export const messageOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replaceAll(/\s*\n\s*/g, ' ').trim()
}

/** The system's error code (`EADDRINUSE`, `EACCES`, or PostgreSQL's SQLSTATE), if there is one. */
export const codeOf = (error: unknown): string | undefined => {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
