import { between } from './random.ts'
import type { Random } from './random.ts'

export type Stop = () => void

/** What scenarios need from a fleet. */
export interface Stage {
  devices(): { spec: { code: string } }[]
  quietDevice(random: Random): { spec: { code: string; kind: string } } | undefined
  telemetry(device: string): Promise<void>
  alarm(name: string | undefined, device: string): Promise<void>
  restore(device: string): Promise<void>
}

const tickMs = 50

/** Sends telemetry of the devices in turn. If the server is too slow, messages are skipped rather than piled up. */
export const startTelemetry = (stage: Stage, perSecond: number): Stop => {
  const devices = stage.devices()
  const limit = Math.max(100, perSecond)
  const begun = Date.now()
  let sent = 0
  let waiting = 0
  const timer = setInterval(() => {
    const due = ((Date.now() - begun) / 1000) * perSecond
    for (; sent < due; sent++) {
      const device = devices[sent % devices.length]
      if (device === undefined || waiting >= limit) continue
      waiting++
      void stage
        .telemetry(device.spec.code)
        .catch(ignore)
        .finally(() => waiting--)
    }
  }, tickMs)
  return () => clearInterval(timer)
}

/** Alarms at random devices, on average every so many seconds, each restored after a while. */
export const startRandomAlarms = (stage: Stage, everySeconds: number, restoreAfter: [number, number], random: Random): Stop => {
  const timers = new Set<NodeJS.Timeout>()
  const later = (seconds: number, action: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      action()
    }, seconds * 1000)
    timers.add(timer)
  }
  const next = () => {
    later(everySeconds * (0.5 + random()), next)
    const device = stage.quietDevice(random)
    if (device === undefined) return
    void stage.alarm(undefined, device.spec.code).catch(ignore)
    later(between(random, ...restoreAfter), () => void stage.restore(device.spec.code).catch(ignore))
  }
  later(everySeconds * random(), next)
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

/** Ignores the failure of a report that could not be sent because the fleet was stopped. */
const ignore = (): void => {}
