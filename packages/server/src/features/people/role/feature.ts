import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { assignGrants, createRole, removeRole, setRoleEnabled, updateRole } from './role.verbs.ts'
import { exportRoles, grantableMenus, pageRoles, roleDetail, selectRoles, roleExport } from './role.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const roleRoutes = bind(endpoints.role, {
  page: pageRoles,
  detail: roleDetail,
  select: selectRoles,
  menus: grantableMenus,
  create: createRole,
  update: updateRole,
  remove: removeRole,
  setEnabled: setRoleEnabled,
  assign: assignGrants,
  export: exportRoles,
})

export const roleFeature: Feature = {
  name: 'role',
  routes: () => roleRoutes,
  exports: { role: roleExport },
}
