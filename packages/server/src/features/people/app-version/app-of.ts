import { DomainError, type EnumValue, type OperationCode } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'

type App = EnumValue<'appKind'>

const views: Readonly<Record<App, OperationCode>> = { user: 'userApp:view', admin: 'adminApp:view' }

/** Anyone who changes a version of an app needs access to its page. @throws noAccess */
export const assertApp = ({ actor }: Pick<Ctx, 'actor'>, app: App): void => {
  if (!actor.operations.has(views[app])) throw new DomainError('noAccess')
}
