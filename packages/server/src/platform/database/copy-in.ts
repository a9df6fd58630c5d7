import pg from 'pg'

/**
 * Copies rows into a table inside the client's transaction. Each row is a line of tab-separated columns, ended by a newline.
 * `statement` is the COPY, in plain sight where it is called.
 */
export const copyRows = async (client: pg.ClientBase, statement: string, lines: readonly string[]): Promise<void> => {
  if (lines.length === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.query(new CopyIn(statement, lines.join(''), (error) => (error ? reject(error) : resolve())))
  await promise
}

/** The messages CopyData and CopyDone of the protocol. */
const [copyData, copyDone] = [0x64, 0x63]

/**
 * A COPY whose rows follow at once, before the server asks for them, so that it is one round trip and others can be sent behind
 * it. If the statement fails, the server ignores them.
 */
class CopyIn extends pg.Query {
  readonly #statement: string
  readonly #rows: string

  constructor(statement: string, rows: string, callback: (error: Error | undefined) => void) {
    super(statement, callback)
    this.#statement = statement
    this.#rows = rows
  }

  override submit = (connection: pg.Connection): void => {
    const length = Buffer.byteLength(this.#rows)
    const bytes = Buffer.allocUnsafe(5 + length + 5)
    bytes.writeUInt8(copyData)
    bytes.writeUInt32BE(4 + length, 1)
    bytes.write(this.#rows, 5)
    bytes.writeUInt8(copyDone, 5 + length)
    bytes.writeUInt32BE(4, 6 + length)
    connection.query(this.#statement)
    connection.stream.write(bytes)
  }

  handleCopyInResponse(): void {
    // The rows are on their way already.
  }
}

/** NULL in the text format of COPY. */
export const copyNull = '\\N'

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Text as a column in the text format of COPY. */
export const copyText = (value: string | null | undefined): string => {
  if (value === null || value === undefined) return copyNull
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : value
}

const dayMs = 86_400_000
let day = Number.NaN
let dayText = ''

/** A time as a column in the text format of COPY. `toISOString` takes five times as long, and every report has two of them. */
export const copyTime = (date: Date): string => {
  const time = date.getTime()
  const today = Math.floor(time / dayMs)
  if (today !== day) {
    day = today
    dayText = new Date(today * dayMs).toISOString().slice(0, 11)
  }
  const ms = time - today * dayMs
  return `${dayText}${twoDigits(Math.floor(ms / 3_600_000))}:${twoDigits(Math.floor(ms / 60_000) % 60)}:${twoDigits(Math.floor(ms / 1000) % 60)}.${twoDigits(Math.floor(ms / 10) % 100)}${ms % 10}Z`
}

const twoDigits = (value: number): string => {
  return value < 10 ? `0${value}` : String(value)
}
