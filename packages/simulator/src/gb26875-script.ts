import { setTimeout as delay } from 'node:timers/promises'
import type { Component, Gb26875Transmitter } from './gb26875-transmitter.ts'

export const transmitterHelp = `One line, one step, of a transmitter:
  fire 1-2-37                      a fire at system 1, loop 2, point 37
  fault 1-2-37 | restore 1-2-37    … a fault of it; it is in order again
  fire 1-2-37 type 23              … of a component type of the standard (42: smoke detector)
  measure 1-7-5 5 5812             a quantity of the standard (5: kPa) and the count of its steps (0.1)
  heartbeat | drop                 a sign of life; the connection breaks
  wait 5 s
  help | quit`

type Step = (transmitter: Gb26875Transmitter) => Promise<string>

/** Bits of the state of a component (table 7). */
const states: Readonly<Record<string, number>> = { fire: 0b10, fault: 0b100, restore: 0 }

/**
 * One step of a transmitter, which answers what became of it. Undefined for an empty line or a `#` comment. Throws a SyntaxError that says
 * what was expected.
 */
export const parseTransmitterLine = (line: string): Step | undefined => {
  const text = line.trim().replace(/\s+/g, ' ').toLowerCase()
  if (text === '' || text.startsWith('#')) return undefined
  const step = parseStep(text)
  if (step === undefined) throw new SyntaxError(`not understood: "${text}"; try help`)
  return step
}

const parseStep = (text: string): Step | undefined => {
  if (text === 'help') return async () => transmitterHelp
  if (text === 'heartbeat') return async (transmitter) => `heartbeat: ${await transmitter.heartbeat()}`
  if (text === 'drop') {
    return async (transmitter) => {
      transmitter.dropConnection()
      return 'connection broken'
    }
  }
  const seconds = /^wait (\d+(?:\.\d+)?) ?s?$/.exec(text)?.[1]
  if (seconds !== undefined) return () => delay(Number(seconds) * 1_000, `waited ${seconds} s`)
  const [, verb = '', system, loop, point, rest = ''] = /^(\w+) (\d+)-(\d+)-(\d+)(?: (.+))?$/.exec(text) ?? []
  const component = (type: number): Component => ({ system: Number(system), loop: Number(loop), point: Number(point), type })
  const [, quantity, count] = /^(\d+) (-?\d+)$/.exec(rest) ?? []
  if (verb === 'measure' && quantity !== undefined)
    return async (transmitter) => `measured: ${await transmitter.measure(component(0), Number(quantity), Number(count))}`
  const type = rest === '' ? '42' : /^type (\d+)$/.exec(rest)?.[1]
  const state = states[verb]
  if (state === undefined || type === undefined) return undefined
  return async (transmitter) => `${verb}: ${await transmitter.reportComponents([{ ...component(Number(type)), state }])}`
}
