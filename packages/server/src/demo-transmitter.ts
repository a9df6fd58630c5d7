import { linkAddressParts } from '@emberwatch/contract'
import { Gb26875Transmitter } from '@emberwatch/simulator'
import { demoPoints, type DemoPoint } from '../seed/demo-panel.ts'
import type { DemoGateway } from '../seed/demo-secrets.ts'
import { DemoRhythm, pauses } from './demo-rhythm.ts'

/** How often it says all states, and the pressure (seconds). */
const [stateEvery, pressureEvery] = [
  [1_800, 1_800],
  [60, 60],
] as const

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
  const rhythm = new DemoRhythm(pace)
  const states = new Map<string, number>()

  const report = (among: readonly DemoPoint[]): Promise<void> => {
    const reported = () => among.map((point) => ({ ...point, state: states.get(point.code) ?? 0 }))
    return rhythm.until(async () => (await transmitter.reportComponents(reported())) === 'confirmed')
  }
  const raise = async (raises: DemoPoint['raises'], state: number, lasts: readonly [number, number]): Promise<void> => {
    const point = rhythm.oneOf(points.filter((each) => each.raises === raises && !states.has(each.code)))
    if (point === undefined) return
    states.set(point.code, state)
    await report([point])
    await rhythm.pause(lasts)
    states.delete(point.code)
    await report([point])
  }
  const measure = async (): Promise<void> => {
    const point = points.find(({ kind }) => kind === 'pressure')
    const count = Math.round(middle + swing * (rhythm.random() - 0.5))
    if (point) await transmitter.measure(point, kilopascal, count)
  }
  const reportAll = async (): Promise<void> => {
    for (let at = 0; at < points.length; at += pointsOfFrame) await report(points.slice(at, at + pointsOfFrame))
  }
  return rhythm.run(
    async () => {
      await transmitter.heartbeat()
      await reportAll()
      await measure()
      return Promise.all([
        rhythm.repeat(stateEvery, reportAll),
        rhythm.repeat(pressureEvery, measure),
        rhythm.repeat(pauses.fire, () => raise('fire', fire, pauses.fireLasts)),
        rhythm.repeat(pauses.fault, () => raise('fault', fault, pauses.faultLasts)),
      ])
    },
    () => transmitter.stop(),
  )
}
