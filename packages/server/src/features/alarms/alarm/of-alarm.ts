import type { StoredAlarm } from './alarm.store.ts'

/** The columns of rows that belong to an alarm and move with it when its project is handed over. */
export const ofAlarm = ({ id, company_id, path, customer_id, project_id, device_id }: StoredAlarm) => ({
  alarm_id: id,
  company_id,
  path,
  customer_id,
  project_id,
  device_id,
})
