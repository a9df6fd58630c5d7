import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { assignGrants } from './assign-grants.ts'
import { createRole } from './create-role.ts'
import { deleteRole } from './delete-role.ts'
import { exportRoles, grantableMenus, pageRoles, roleDetail, selectRoles } from './role.reads.ts'
import { setRoleEnabled } from './set-role-enabled.ts'
import { updateRole } from './update-role.ts'

export const roleRoutes = bind(endpoints.role, {
  page: pageRoles,
  detail: roleDetail,
  select: selectRoles,
  menus: grantableMenus,
  create: createRole,
  update: updateRole,
  del: deleteRole,
  forbidden: setRoleEnabled,
  assign: assignGrants,
  export: exportRoles,
})
