import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { input, noInput, nothing, ref, rowId, Type } from '../../kernel/schema.ts'
import { menuCreateInput, menuFilter, menuForbiddenInput, menuUpdateInput, type MenuTreeNode } from './menu.schema.ts'

export const menuEndpoints = {
  tree: endpoint({
    method: 'GET',
    path: 'web/menu/tree',
    access: 'menu:view',
    input: noInput,
    output: Type.Array(Type.Unsafe<MenuTreeNode>({ type: 'object', additionalProperties: true })),
    summary: 'The whole menu tree',
  }),
  create: endpoint({
    method: 'POST',
    path: 'web/menu/create',
    access: 'menu:create',
    input: menuCreateInput,
    output: rowId,
    summary: 'Add a group or a link',
    errors: ['duplicate', 'notHere'],
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/menu/update',
    access: 'menu:update',
    input: menuUpdateInput,
    output: rowId,
    summary: 'Rename, order, edit, move',
    errors: ['staleVersion', 'duplicate', 'notHere'],
  }),
  del: endpoint({
    method: 'POST',
    path: 'web/menu/del',
    access: 'menu:del',
    input: input({ id: ref('menu') }),
    output: nothing,
    summary: 'Delete an entry of one’s own making',
    errors: ['inUse', 'notHere'],
  }),
  forbidden: endpoint({
    method: 'POST',
    path: 'web/menu/forbidden',
    access: 'menu:forbidden',
    input: menuForbiddenInput,
    output: nothing,
    summary: 'Enable or disable an entry, and with it all below, for everybody',
    errors: ['notHere'],
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/menu/export',
    access: 'menu:export',
    input: exportInput(menuFilter),
    output: exportStarted,
    summary: 'Export the filtered menu tree',
  }),
} as const
