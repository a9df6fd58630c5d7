import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { agreeJoin } from './agree-join.ts'
import { applyToJoin } from './apply-to-join.ts'
import { endJoin } from './end-join.ts'
import { exportJoins, pageJoins } from './project-join.reads.ts'
import { rejectJoin } from './reject-join.ts'

export const projectJoinRoutes = bind(endpoints.projectJoin, {
  page: pageJoins,
  create: applyToJoin,
  export: exportJoins,
  agree: agreeJoin,
  reject: rejectJoin,
  end: endJoin,
})
