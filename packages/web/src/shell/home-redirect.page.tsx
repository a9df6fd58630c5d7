import { judgeRoute } from '@emberwatch/contract'
import { homePath } from '../routes.ts'
import { useMe } from '../session/me.tsx'
import { Leave } from './leave.tsx'
import { firstPageOf, hasPage } from './menu-tree.ts'

/** /home leads to the data centre, or to the first page that the person may see. */
export default function HomeRedirect() {
  const { menus } = useMe()
  const open = hasPage(homePath) && judgeRoute(homePath, menus).open
  return <Leave to={open ? homePath : (firstPageOf(menus) ?? homePath)} />
}
