import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { input, noInput, nothing, oneOf, optional, options, pageOf, ref, rowId, Type } from '../../kernel/schema.ts'
import { roleAssignInput, roleCreateInput, roleDetail, roleForbiddenInput, rolePageInput, roleRow, roleUpdateInput, type GrantNode } from './role.schema.ts'

export const roleEndpoints = {
  page: endpoint({ method: 'GET', path: 'web/role/page', access: 'role:view', input: rolePageInput, output: pageOf(roleRow), summary: 'Roles' }),
  detail: endpoint({ method: 'GET', path: 'web/role/detail', access: 'role:view', input: input({ id: ref('role') }), output: roleDetail, summary: 'One role with its grants' }),
  select: endpoint({ method: 'GET', path: 'web/role/select', access: 'session', input: input({ type: optional(oneOf('accountType')) }), output: options, summary: 'Enabled roles for a drop-down' }),
  menus: endpoint({
    method: 'GET', path: 'web/role/menus', access: ['role:view'], input: noInput, summary: 'All menus and operations, with what the caller may grant',
    output: Type.Array(Type.Unsafe<GrantNode>({ type: 'object', additionalProperties: true })),
  }),
  create: endpoint({ method: 'POST', path: 'web/role/create', access: 'role:create', input: roleCreateInput, output: rowId, summary: 'Create a role', errors: ['duplicate', 'grantBeyondOwn', 'levelTooHigh'] }),
  update: endpoint({ method: 'POST', path: 'web/role/update', access: 'role:update', input: roleUpdateInput, output: rowId, summary: 'Edit a role', errors: ['duplicate', 'staleVersion', 'levelTooHigh', 'inUse'] }),
  del: endpoint({ method: 'POST', path: 'web/role/del', access: 'role:del', input: input({ id: ref('role') }), output: nothing, summary: 'Delete a role that no account holds', errors: ['inUse', 'levelTooHigh'] }),
  forbidden: endpoint({ method: 'POST', path: 'web/role/forbidden', access: 'role:forbidden', input: roleForbiddenInput, output: nothing, summary: 'Enable or disable a role; ends its holders’ sessions', errors: ['levelTooHigh'] }),
  assign: endpoint({ method: 'POST', path: 'web/role/assign', access: 'role:assign', input: roleAssignInput, output: rowId, summary: 'Set a role’s menus and operations', errors: ['grantBeyondOwn', 'levelTooHigh', 'staleVersion'] }),
  export: endpoint({ method: 'GET', path: 'web/role/export', access: 'role:export', input: exportInput(rolePageInput), output: exportStarted, summary: 'Export the filtered roles' }),
} as const
