import { linkAddressParts } from '@emberwatch/contract'
import { Gb26875Transmitter, seededRandom, type Delivery } from '@emberwatch/simulator'
import { setTimeout as delay } from 'node:timers/promises'
import { demoPoints, type DemoPoint } from '../seed/demo-panel.ts'
import type { DemoGateway } from '../seed/demo-secrets.ts'

/** How often something happens, and how long it lasts: seconds, at least and at most. */
const pauses = {
  fire: [300, 900],
  fireLasts: [60, 300],
  fault: [600, 1_800],
  faultLasts: [300, 1_200],
  states: [1_800, 1_800],
  pressure: [60, 60],
  again: [5, 5],
} as const

const [fire, fault] = [0b10, 0b100]
/** Points in one frame: it has room for 22. */
const pointsOfFrame = 20
/** Pressure in kPa (table 6), in steps of 0.1. */
const [kilopascal, middle, swing] = [5, 5_800, 300]

/** Where the port of the receiver is. `pace`: seconds of the demo in one second. */
interface TransmitterPlace {
  readonly host: string
  readonly port: number
  readonly pace?: number
}

/**
 * The transmitter of the demo's panel (GB/T 26875.3): heartbeats, the states of all points, a fire or a fault of a point now and then and its
 * end, and the pressure of the fire main. Only points that are still registered take part. Returns a function that stops it.
 */
export const startDemoTransmitter = async (
  { linkAddress, devices }: DemoGateway,
  { host, port, pace = 1 }: TransmitterPlace,
): Promise<() => Promise<void>> => {
  const registered = new Set(devices.map(({ code }) => code))
  const points = demoPoints.filter(({ code }) => registered.has(code))
  const transmitter = new Gb26875Transmitter({
    host,
    port,
    address: Number(linkAddressParts(linkAddress ?? '')?.address),
    heartbeatSeconds: 30 / pace,
  })
  await transmitter.start()
  const stopping = new AbortController()
  const { signal } = stopping
  const random = seededRandom(Date.now() % 2_147_483_647)
  const pause = ([least, most]: readonly [number, number]): Promise<void> =>
    delay(((least + random() * (most - least)) * 1_000) / pace, undefined, { signal })
  const oneOf = (among: readonly DemoPoint[]): DemoPoint | undefined => among[Math.floor(random() * among.length)]
  const states = new Map<string, number>()

  /** Like a real one it keeps what it has to say until that is taken. */
  const taken = async (send: () => Promise<Delivery>): Promise<void> => {
    while ((await send()) !== 'confirmed') await pause(pauses.again)
  }
  const report = (among: readonly DemoPoint[]): Promise<void> =>
    taken(() => transmitter.reportComponents(among.map((point) => ({ ...point, state: states.get(point.code) ?? 0 }))))
  const raise = async (raises: DemoPoint['raises'], state: number, lasts: readonly [number, number]): Promise<void> => {
    const point = oneOf(points.filter((each) => each.raises === raises && !states.has(each.code)))
    if (point === undefined) return
    states.set(point.code, state)
    await report([point])
    await pause(lasts)
    states.delete(point.code)
    await report([point])
  }
  const measure = async (): Promise<void> => {
    const point = points.find(({ kind }) => kind === 'pressure')
    const count = Math.round(middle + swing * (random() - 0.5))
    if (point) await transmitter.measure(point, kilopascal, count)
  }
  const reportAll = async (): Promise<void> => {
    for (let at = 0; at < points.length; at += pointsOfFrame) await report(points.slice(at, at + pointsOfFrame))
  }
  const repeat = async (every: readonly [number, number], act: () => Promise<void>): Promise<void> => {
    for (;;) {
      await pause(every)
      await act()
    }
  }
  const begin = async (): Promise<unknown> => {
    await transmitter.heartbeat()
    await reportAll()
    await measure()
    return Promise.all([
      repeat(pauses.states, reportAll),
      repeat(pauses.pressure, measure),
      repeat(pauses.fire, () => raise('fire', fire, pauses.fireLasts)),
      repeat(pauses.fault, () => raise('fault', fault, pauses.faultLasts)),
    ])
  }
  const running = begin().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return async () => {
    transmitter.stop()
    stopping.abort()
    await running
  }
}
