import type pg from 'pg'
import type { RaiseTestAlarm } from '../../../platform/feature.ts'
import type { Clock } from '../../../platform/context.ts'
import { storeCauses } from '../../alarms/notify-cause/cause.batch.ts'
import { CodeMeanings, codeRowsQuery, faultTypesQuery, type CodeRow } from '../../equipment/report-param/code-meanings.ts'
import { unknownGatewayId, type GatewayEntry } from './gateway-cache.ts'
import { ignoreConnectionErrors, IngestConnection } from './ingest-connection.ts'
import type { InboundMessage } from './inbound-message.ts'
import { allParts, writeBatch } from './write-batch.ts'
import { openDatabase } from '../../../platform/database/database.ts'

/** The code that a fire reports: Contact ID, "fire alarm". */
const fire = { format: 'CID', code: '1110' } as const

/**
 * Test alarms that people raise. They are written as a reported fire is, with its events, journey, audit rows and notification causes, but
 * nothing has reported: no report is stored and no device or gateway counts as heard, so silence stays silence. Each has a point of its own,
 * so that it never meets a real alarm.
 */
export const createTestAlarms = ({ connection, clock }: { readonly connection: pg.PoolConfig; readonly clock: Clock }) => {
  let opened: { readonly lookups: ReturnType<typeof openDatabase>; readonly writer: IngestConnection } | undefined
  const open = () => {
    if (opened) return opened
    const lookups = openDatabase({ ...connection, max: 1 })
    ignoreConnectionErrors(lookups.pool)
    return (opened = { lookups, writer: new IngestConnection(connection) })
  }

  const raise: RaiseTestAlarm = async ({ owner, gateway, device, by }) => {
    const { lookups, writer } = open()
    const { rows } = await lookups.pool.query<CodeRow>(codeRowsQuery)
    const faults = await lookups.pool.query<{ id: number; code: string }>(faultTypesQuery)
    const meanings = new CodeMeanings(rows, faults.rows)
    const found = meanings.find(fire.format, fire.code)
    if (found?.type !== 'alarm' || !found.alarm) return null
    // A fire has a message of its own. Of a lesser alarm, which the code may mean here, people would be notified in one message with real ones of the site.
    const meaning = { ...found, alarm: { ...found.alarm, level: 'fire' as const } }
    const receivedAt = clock.now()
    const from: GatewayEntry = {
      ...owner,
      id: gateway?.id ?? unknownGatewayId,
      code: gateway?.code ?? '',
      name: gateway?.name ?? owner.projectName ?? '',
      secretHash: Buffer.alloc(0),
      enabled: true,
      activated: true,
      allowedSources: [],
      linkKey: null,
      loadedAt: 0,
      devices: new Map(),
    }
    const item: InboundMessage = {
      message: { gateway: from.code, channel: 'report', topic: '', payload: Buffer.alloc(0), receivedAt },
      gateway: from,
      client: from.code,
      receivedAt,
      decodedAt: receivedAt,
      number: undefined,
      sentAt: undefined,
      rows: [
        {
          device: device === null ? null : { ...owner, ...device },
          deviceCode: device?.code ?? null,
          ...fire,
          meaning,
          deviceTime: undefined,
          sentTime: null,
          values: undefined,
          problem: null,
        },
      ],
      detectedFaults: [],
      unknown: [],
      urgent: true,
      alarm: true,
      weight: 1,
      malformed: 0,
      refused: 0,
      triedBy: by,
      done: () => undefined,
    }
    const write = {
      connection: writer,
      onRaised: storeCauses,
      mayStartRule: () => false,
      faultType: (fault: Parameters<CodeMeanings['faultType']>[0]) => meanings.faultType(fault),
      clock,
    }
    await writeBatch(write, [item], { ...allParts, reports: 'none', rest: false, commands: false }, { patient: true })
    return item.raised ?? null
  }
  return {
    raise,
    async stop() {
      await Promise.all([opened?.writer.close(), opened?.lookups.close()])
    },
  }
}
