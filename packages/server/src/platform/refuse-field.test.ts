import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { assertTimeZone } from './refuse-field.ts'

const isTaken = (zone: string): boolean => {
  try {
    assertTimeZone({ locale: 'en' }, zone)
    return true
  } catch {
    return false
  }
}

test('a time zone is taken if the program and the database know it and mean the same by it', async () => {
  const own = await testDatabase()
  const client = new pg.Client(own.connection)
  await client.connect()
  try {
    // Formatting alone knows these: CST is China’s to one and Chicago’s to another. PostgreSQL takes +08:00 for a place west of Greenwich.
    for (const zone of ['CST', 'JST', 'PST', 'ACT', 'SystemV/EST5', '+08:00', '-0330', 'Mars/Olympus', ''])
      expect(isTaken(zone), zone).toBe(false)
    const at = Date.UTC(2026, 6, 1)
    const different: string[] = []
    for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'EST', 'PST8PDT', 'Etc/GMT-8', 'asia/shanghai']) {
      if (!isTaken(zone)) continue
      const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime().toString()
      const { rows } = await client
        .query<{ local: string }>(`select to_char(to_timestamp($1) at time zone $2, 'YYYY-MM-DD"T"HH24:MI:SS') as local`, [
          at / 1_000,
          zone,
        ])
        .catch(() => ({ rows: [] }))
      if (rows[0]?.local !== local) different.push(`${zone} ${rows[0]?.local}`)
    }
    expect(different).toEqual([])
    expect(isTaken('Asia/Shanghai')).toBe(true)
  } finally {
    await client.end()
    await own.stop()
  }
})
