import type { EnumValue } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'

/** Where a device is: in use at a project, in stock, or scrapped. `device`: its table or alias. */
export const traceStateOf = (device: string): RawBuilder<EnumValue<'traceState'>> =>
  sql`case when ${sql.ref(`${device}.scrapped_at`)} is not null then 'scrapped'
           when ${sql.ref(`${device}.project_id`)} is not null then 'installed' else 'inStock' end`
