import { type DataProjectRow, enums, pageAddress } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Drill, drills, type PartOfNumber } from '../../../kit/tiles/tiles.tsx'

/** The period of the page, for the lists that its numbers lead to. */
export interface Shown {
  startTime: string
  endTime: string | undefined
}

const deviceStates = [
  ['alarm', 'alarmDevices'],
  ['fault', 'faultDevices'],
  ['lowPower', 'lowPowerDevices'],
  ['offline', 'offlineDevices'],
  ['online', 'normalDevices'],
  ['unsupervised', 'unsupervisedDevices'],
] as const

const devicesAt = (projectId: number, status?: string): string => pageAddress('deviceList', { projectId, status })

/** The devices of a project by the state that lists show; silence is named first. */
export const DevicesCell = ({ row }: { row: DataProjectRow }) => {
  const { t } = useTranslation('data-project')
  const { id, deviceCount, supervisedDevices, onlineDevices, unheardDevices } = row
  if (deviceCount === 0) return <>{t(($) => $.noDevices)}</>
  const parts: PartOfNumber[] = deviceStates.flatMap(([status, field]) =>
    row[field] === 0
      ? []
      : [{ key: status, text: `${enumLabel('deviceStatus', status)} ${row[field]}`, href: devicesAt(id, status) }],
  )
  const isSilent = supervisedDevices > 0 && onlineDevices === 0
  const silence = !isSilent ? undefined : unheardDevices === supervisedDevices ? t(($) => $.neverHeard) : t(($) => $.noneOnline)
  return (
    <TwoLines
      small={
        <>
          {silence && <span className="ew-urgent">▲ {silence} </span>}
          {drills(parts)}
        </>
      }
    >
      <Drill href={devicesAt(id)}>{deviceCount}</Drill>
    </TwoLines>
  )
}

const alarmStates = [
  ['unconfirmed', 'unconfirmedAlarms'],
  ['confirmed', 'confirmedAlarms'],
  ['misreport', 'falseAlarms'],
  ['cleared', 'clearedAlarms'],
] as const

const alarmWords = { unconfirmed: 'unconfirmed', confirmed: 'confirmed', misreport: 'false', cleared: 'cleared' } as const

export const alarmsAt = (filter: object, { startTime, endTime }: Shown): string =>
  pageAddress('alarmList', { ...filter, startTime, endTime })

/** The alarms of the period by state, and tests. */
export const AlarmsCell = ({ row, shown }: { row: DataProjectRow; shown: Shown }) => {
  const { t } = useTranslation('data-project')
  const projectId = row.id
  const real = alarmStates.reduce((sum, [, field]) => sum + row[field], 0)
  const parts: PartOfNumber[] = alarmStates.flatMap(([state, field]) =>
    row[field] === 0
      ? []
      : [
          {
            key: state,
            text: t(($) => $[alarmWords[state]], { count: row[field] }),
            href: alarmsAt({ projectId, state, test: false }, shown),
          },
        ],
  )
  if (row.testAlarms > 0)
    parts.push({
      key: 'test',
      text: t(($) => $.test, { count: row.testAlarms }),
      href: alarmsAt({ projectId, test: true }, shown),
    })
  return (
    <TwoLines small={drills(parts)}>
      <Drill href={alarmsAt({ projectId, test: false }, shown)}>{real}</Drill>
    </TwoLines>
  )
}

/** Overdue orders of all kinds, each kind linked to its own list, because there is no common one. */
export const OverdueCell = ({ row: { id: projectId, overdueOrders, overdueOf } }: { row: DataProjectRow }) => (
  <TwoLines
    small={drills(
      enums.orderKind.flatMap((kind) =>
        overdueOf[kind] === 0
          ? []
          : [
              {
                key: kind,
                text: `${enumLabel('orderKind', kind)} ${overdueOf[kind]}`,
                href: pageAddress(`${kind}OrderList`, { projectId, overdue: true }),
              },
            ],
      ),
    )}
  >
    <span className={overdueOrders > 0 ? 'ew-urgent' : undefined}>{overdueOrders}</span>
  </TwoLines>
)

/** Open faults by state, each linked to its list. */
export const FaultsCell = ({ row: { id: projectId, openFaults, processingFaults } }: { row: DataProjectRow }) => {
  const counts = { pending: openFaults - processingFaults, processing: processingFaults }
  return (
    <TwoLines
      small={drills(
        (['pending', 'processing'] as const).flatMap((state) =>
          counts[state] === 0
            ? []
            : [
                {
                  key: state,
                  text: `${enumLabel('faultState', state)} ${counts[state]}`,
                  href: pageAddress('faultList', { projectId, state }),
                },
              ],
        ),
      )}
    >
      {openFaults}
    </TwoLines>
  )
}
