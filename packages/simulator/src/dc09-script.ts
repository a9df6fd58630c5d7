import { setTimeout as delay } from 'node:timers/promises'
import type { Dc09Dialler } from './dc09-dialler.ts'

export const diallerHelp = `One line, one step, of a dialler:
  fire 01-012 | fault 01-012       a fire in partition 01, zone 012; a fault of it (Contact ID)
  restore fire 01-012              … it is over; restore fault 01-012
  event 1114 01-012                … any other event of Contact ID
  event FA 01-012 Switch room      … or of SIA DC-03, with a text
  test | poll | drop               the daily test; a sign of life on every path; the connections break
  wait 5 s
  help | quit`

type Step = (dialler: Dc09Dialler) => Promise<string>

/** Contact ID: fire, and fire trouble. A restore has a 3 in front. */
const events: Readonly<Record<string, string>> = { fire: '110', fault: '373' }
const testEvent = { format: 'ADM-CID', code: '1602', partition: '00', zone: '000' } as const

/**
 * One step of a dialler, which answers what became of it. Undefined for an empty line or a `#` comment. Throws a SyntaxError that says what
 * was expected.
 */
export const parseDiallerLine = (line: string): Step | undefined => {
  const text = line.trim().replace(/\s+/g, ' ')
  if (text === '' || text.startsWith('#')) return undefined
  const step = parseStep(text)
  if (step === undefined) throw new SyntaxError(`not understood: "${text}"; try help`)
  return step
}

const parseStep = (text: string): Step | undefined => {
  const word = text.toLowerCase()
  if (word === 'help') return async () => diallerHelp
  if (word === 'poll') return async (dialler) => `poll: ${(await dialler.poll()).join(', ')}`
  if (word === 'test') return async (dialler) => `test: ${await dialler.report(testEvent)}`
  if (word === 'drop') {
    return async (dialler) => {
      dialler.dropConnections()
      return 'connections broken'
    }
  }
  const seconds = /^wait (\d+(?:\.\d+)?) ?s?$/.exec(word)?.[1]
  if (seconds !== undefined) return () => delay(Number(seconds) * 1_000, `waited ${seconds} s`)
  const [all, restore, verb = '', partition = '', zone = ''] = /^(restore )?(fire|fault) (\d{1,2})-(\d{1,3})$/.exec(word) ?? []
  if (all !== undefined) return contactId(all, `${restore === undefined ? 1 : 3}${events[verb]}`, partition, zone)
  const [, code = '', area = '', point = '', said = ''] = /^event (\w+) (\d{1,2})-(\d{1,3})(?: (.+))?$/i.exec(text) ?? []
  if (/^[136][\dA-F]{3}$/i.test(code) && said === '') return contactId(code, code, area, point)
  if (!/^[A-Z]{2}$/i.test(code)) return undefined
  const event = { format: 'SIA-DCS', code: code.toUpperCase(), partition: area, zone: point, text: said } as const
  return async (dialler) => `${code}: ${await dialler.report(event)}`
}

/** Contact ID has two digits for the partition and three for the zone. */
const contactId = (name: string, code: string, partition: string, zone: string): Step => {
  const event = { format: 'ADM-CID', code, partition: partition.padStart(2, '0'), zone: zone.padStart(3, '0') } as const
  return async (dialler) => `${name}: ${await dialler.report(event)}`
}
