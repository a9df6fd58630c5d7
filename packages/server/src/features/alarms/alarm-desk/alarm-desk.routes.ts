import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { deskCounts, waitingAlarms } from './alarm-desk.reads.ts'
import { assignSite } from './assign-site.ts'
import { colleagues } from './operators.ts'
import { present } from './present.ts'
import { releaseSite } from './release-site.ts'
import { takeAndConfirm } from './take-and-confirm.ts'
import { takeSite } from './take-site.ts'

export const alarmDeskRoutes = bind(endpoints.alarmDesk, {
  counts: deskCounts,
  waiting: waitingAlarms,
  take: takeSite,
  release: releaseSite,
  assign: assignSite,
  colleagues,
  confirm: takeAndConfirm,
  present,
})
