/**
 * The words of SIA DC-09, and of what is sent in it: SIA DC-03 (two letters) and SIA DC-05 (Contact ID). Names of values are parts of stored
 * reports, so they never change.
 */

/** Our name of the format of SIA DC-03. */
export const sia = 'SIA'

/** What a message is about, or what it answers. A star before it says that it is encrypted. */
export const ids = {
  sia: 'SIA-DCS',
  contactId: 'ADM-CID',
  poll: 'NULL',
  ack: 'ACK',
  nak: 'NAK',
  duh: 'DUH',
  response: 'RSP',
} as const

export const knownIds: ReadonlySet<string> = new Set(Object.values(ids))
/** A receiver's answers: they report nothing. */
export const answerIds: ReadonlySet<string> = new Set([ids.ack, ids.nak, ids.duh, ids.response])

/** Extended data (5.5.1.8) that somebody wants to see with an alarm, by its letter. */
export const extendedNames: Readonly<Record<string, string>> = {
  H: 'occurredAt',
  I: 'text',
  L: 'location',
  O: 'building',
  R: 'room',
  S: 'site',
  V: 'video',
  X: 'longitude',
  Y: 'latitude',
  Z: 'altitude',
}
/** Extended data about the connection: hash, supervision, path, key, MAC and network address, programming, trigger. Not part of a report. */
export const technicalExtended: ReadonlySet<string> = new Set('ACJKMNPT')

/** Other extended data is a report of its own: its code is this with the letter. */
export const extendedCode = 'extended/'

/** What stands before an event of DC-03. Others are kept under their two letters. */
export const modifierNames: Readonly<Record<string, string>> = {
  da: 'date',
  id: 'user',
  pi: 'peripheral',
  ri: 'partition',
  ti: 'clock',
}

/** The report of a text without an event (block A of DC-03). */
export const textOnlyCode = 'A'

const areaCodes: ReadonlySet<string> = new Set('BV CA CD CG CI CT CW FI FK JA JR NF NL NM OA OG OI'.split(' '))
const contactIdUsers = /^(?:121|313|4(?:0\d|1[1-5]|2[12459]|3[01]|4[12]|5\d|6[2-46])|574|604|607|625|642|652|653)$/

/** What the number behind a code of DC-03 names. Openings, closings and user codes have no zone. */
export const siaNumber = (code: string): 'zone' | 'user' | 'partition' => {
  if (areaCodes.has(code)) return 'partition'
  return /^(?:[CJO].|BC)$/.test(code) ? 'user' : 'zone'
}

/** What the last number of a Contact ID event names (DC-05, table of events). */
export const contactIdNumber = (event: string): 'zone' | 'user' => (contactIdUsers.test(event) ? 'user' : 'zone')
