import { setTimeout as delay } from 'node:timers/promises'
import type { AlarmEventData, LiveEvent } from '@emberwatch/contract'

/** This machine's clock (ms). */
const now = (): number => performance.timeOrigin + performance.now()

/** A console without a screen: records when alarms arrive over its stream, until the program ends. */
export class AlarmStream {
  /** By the device's name. */
  readonly #came = new Map<string, number>()

  constructor(url: string, token: string) {
    void this.#follow(url, token).catch(() => undefined)
  }

  /** When the alarm of a device came. */
  async cameAt(device: string): Promise<number> {
    for (const until = now() + 10_000; now() < until; await delay(1)) {
      const at = this.#came.get(device)
      if (at !== undefined) return at
    }
    throw new Error(`${device} did not come`)
  }

  async #follow(url: string, token: string): Promise<void> {
    const { body } = await fetch(`${url}/api/web/live/stream`, { headers: { authorization: `Bearer ${token}` } })
    if (!body) throw new Error('no stream')
    let unread = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const at = now()
      const frames = (unread + chunk).split('\n\n')
      unread = frames.pop() ?? ''
      for (const frame of frames) {
        const data = /^data: (.+)$/m.exec(frame)?.[1]
        for (const { kind, change, data: raised } of data ? (JSON.parse(data) as LiveEvent[]) : [])
          if (kind === 'alarm' && change === 'raised') this.#came.set((raised as AlarmEventData).deviceName ?? '', at)
      }
    }
  }
}
