import { linkAddressParts } from '@emberwatch/contract'
import { Dc09Dialler } from '@emberwatch/simulator'
import { demoZones } from '../seed/demo-alarm-panel.ts'
import type { DemoGateway } from '../seed/demo-secrets.ts'
import { DemoRhythm, pauses } from './demo-rhythm.ts'

/** Where the port of the receiver is. `pace`: seconds of the demo in one second. */
interface DiallerPlace {
  readonly host: string
  readonly port: number
  readonly pace?: number
}

const pollSeconds = 60
/** Its test report: once a day in the field. */
const testEvery = [1_800, 1_800] as const
/** Contact ID: fire trouble, and the periodic test of the panel. A restore has a 3 instead of the 1. */
const [trouble, test] = ['373', '602']

/**
 * The dialler of the demo's alarm panel (SIA DC-09), encrypted: polls, a fire or a trouble of a zone now and then and its end, and test
 * reports. Only zones that are still registered take part. Returns a function that stops it.
 */
export const startDemoDialler = async (
  { linkAddress, linkKey, devices }: DemoGateway,
  { host, port, pace = 1 }: DiallerPlace,
): Promise<() => Promise<void>> => {
  const registered = new Set(devices.map(({ code }) => code))
  const zones = demoZones.filter(({ code }) => registered.has(code))
  const rhythm = new DemoRhythm(pace)
  const dialler = new Dc09Dialler({
    main: { host, port },
    account: linkAddressParts(linkAddress ?? '')?.address ?? '',
    ...(linkKey === undefined ? {} : { key: linkKey }),
    pollSeconds: pollSeconds / pace,
  })
  const busy = new Set<string>()

  /** What is refused is given up, as panels do. */
  const report = (code: string, { partition, zone }: { partition: string; zone: string }): Promise<void> =>
    rhythm.until(async () => (await dialler.report({ format: 'ADM-CID', code, partition, zone })) !== 'unanswered')
  const raise = async (eventOf: (zone: (typeof zones)[number]) => string, lasts: readonly [number, number]): Promise<void> => {
    const zone = rhythm.oneOf(zones.filter(({ code }) => !busy.has(code)))
    if (zone === undefined) return
    busy.add(zone.code)
    await report(`1${eventOf(zone)}`, zone)
    await rhythm.pause(lasts)
    busy.delete(zone.code)
    await report(`3${eventOf(zone)}`, zone)
  }
  const testReport = () => report(`1${test}`, { partition: '00', zone: '000' })
  dialler.start()
  await dialler.poll()
  return rhythm.run(
    async () => {
      await testReport()
      return Promise.all([
        rhythm.repeat(testEvery, testReport),
        rhythm.repeat(pauses.fire, () => raise(({ event }) => event, pauses.fireLasts)),
        rhythm.repeat(pauses.fault, () => raise(() => trouble, pauses.faultLasts)),
      ])
    },
    () => dialler.stop(),
  )
}
