import type { EnumValue } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { AlarmTable } from '../../../tables/reports.tables.ts'
import type { Cause } from '../notify-cause/cause.batch.ts'

type Place = Pick<
  Selectable<AlarmTable>,
  'company_id' | 'path' | 'customer_id' | 'project_id' | 'device_id' | 'type_id' | 'level'
>

/** The cause that people are notified of when a response clock is exceeded. */
export const breachCause = (
  place: Place,
  breach: { readonly id: number; readonly firstAt: string; readonly clock: EnumValue<'alarmClock'>; readonly roundAt: string },
): Cause => ({
  kind: 'breach',
  ...breach,
  companyId: place.company_id,
  path: place.path,
  customerId: place.customer_id,
  projectId: place.project_id,
  deviceId: place.device_id,
  typeId: place.type_id,
  level: place.level,
})
