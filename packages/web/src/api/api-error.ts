import type { FieldProblem } from '@emberwatch/contract'

/** A call that the server rejected. `code` is the envelope's; `fields` names the invalid input fields. */
export class ApiError extends Error {
  readonly code: number
  readonly fields: readonly FieldProblem[]

  constructor(code: number, message: string, fields: readonly FieldProblem[] = []) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.fields = fields
  }
}

/** The server could not be reached. */
export class NetworkError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NetworkError'
  }
}
