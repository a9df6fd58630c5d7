import { setTimeout as delay } from 'node:timers/promises'
import { namesOfAlarms } from './device.ts'
import type { Fleet } from './fleet.ts'

export const scriptHelp = `One line, one step:
  smoke in room 501 now            raise an alarm (${namesOfAlarms.join(', ')}) in a room
  heat at SD0003 after 10 s        … or at a device, now or after a while
  alarm at SD0003                  what the device is built to detect
  restore room 501 | restore SD0003
  low battery SD0003
  report SD0003 1383               any code: Contact ID digits or one of our names
  silence GW1 | wake GW1           a gateway or a device falls silent, speaks again
  storm                            every connection breaks at once
  wait 5 s
  list | help | quit`

export interface Step {
  readonly afterSeconds: number
  run(fleet: Fleet): Promise<string>
}

type Place = { room: string } | { device: string }

/** One step of a script. Undefined for an empty line or a `#` comment. Throws a SyntaxError that says what was expected. */
export const parseLine = (line: string): Step | undefined => {
  const text = line.trim().replace(/\s+/g, ' ')
  if (text === '' || text.startsWith('#')) return undefined
  const timed = /^(.*?)(?: (?:after|in) (\d+(?:\.\d+)?) ?s(?:econds?)?| now)?$/i.exec(text)
  const what = timed?.[1] ?? text
  const run = parseAction(what)
  if (run === undefined) throw new SyntaxError(`not understood: "${text}"; try help`)
  return { afterSeconds: Number(timed?.[2] ?? 0), run }
}

const parseAction = (text: string): Step['run'] | undefined => {
  const words = text.split(' ')
  const [verb = '', first = '', second = ''] = words
  const name = verb.toLowerCase()
  if (words.length === 1 && name === 'storm') {
    return async (fleet) => {
      fleet.reconnectStorm()
      return 'all connections broken'
    }
  }
  if (words.length === 1 && name === 'list') return async (fleet) => describe(fleet)
  if (words.length === 1 && name === 'help') return async () => scriptHelp
  const seconds = /^wait (\d+(?:\.\d+)?) ?s?$/i.exec(text)?.[1]
  if (seconds !== undefined) {
    return async () => {
      await delay(Number(seconds) * 1000)
      return `waited ${seconds} s`
    }
  }
  if ((name === 'silence' || name === 'wake') && words.length === 2) {
    return async (fleet) => {
      await fleet[name](first)
      return `${name} ${first}`
    }
  }
  if (name === 'report' && words.length === 3) {
    return async (fleet) => {
      await fleet.report(first, second)
      return `${first} reported ${second}`
    }
  }
  const place = /^(?:(?:in )?room (\S+)|(?:at )?(\S+))$/i
  const rest = (count: number) => toPlace(place.exec(words.slice(count).join(' ')))
  if (name === 'low' && first.toLowerCase() === 'battery')
    return at(rest(2), 'low battery', (fleet, device) => fleet.lowBattery(device))
  if (name === 'restore') return at(rest(1), 'restored', (fleet, device) => fleet.restore(device))
  if (name === 'alarm') return at(rest(1), 'alarm', (fleet, device) => fleet.alarm(undefined, device))
  if (namesOfAlarms.includes(name)) return at(rest(1), name, (fleet, device) => fleet.alarm(name, device), name)
  return undefined
}

const toPlace = (match: RegExpExecArray | null): Place | undefined => {
  if (match?.[1] !== undefined) return { room: match[1] }
  return match?.[2] === undefined ? undefined : { device: match[2] }
}

const at = (
  place: Place | undefined,
  text: string,
  act: (fleet: Fleet, device: string) => Promise<void>,
  kind?: string,
): Step['run'] | undefined => {
  if (place === undefined) return undefined
  return async (fleet) => {
    const device = 'room' in place ? fleet.inRoom(place.room, kind).spec.code : place.device
    await act(fleet, device)
    return `${device}: ${text}, stored`
  }
}

const describe = (fleet: Fleet): string => {
  return fleet.gateways
    .flatMap(({ spec, connected, devices }) => [
      `${spec.code} ${connected ? 'connected' : 'not connected'}`,
      ...devices.map(
        ({ spec: device, inAlarm }) =>
          `  ${device.code} ${device.kind}${device.room === undefined ? '' : ` room ${device.room}`}${inAlarm ? ' ACTIVE' : ''}`,
      ),
    ])
    .join('\n')
}
