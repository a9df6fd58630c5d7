import { checkRoute, endpoints, type OutputOf, pageAddress, pages } from '@emberwatch/contract'
import { create } from 'zustand'
import { useCall } from '../../../api/hooks.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import { windowStore } from '../../../storage.ts'

const { setUp } = endpoints

export type SetUp = OutputOf<typeof setUp.state>
export type Step = SetUp['steps'][number]
export type StepName = Step['step']

/** Live events tick most steps at once; a backup or a phone is reported by none (ms). */
const refetchMs = 5_000

/** How far the installation is set up, while somebody who may see it works on it. Undefined: nothing to show. */
export const useSetUp = (wanted: boolean): SetUp | undefined => {
  const can = useCan()
  const { data } = useCall(
    setUp.state,
    {},
    { quiet: true, enabled: wanted && can('settings:view'), refetchInterval: refetchMs, gcTime: refetchMs },
  )
  return data && !data.hidden ? data : undefined
}

export const isComplete = ({ steps }: SetUp): boolean => steps.every(({ done }) => done)

/** The first step that is not done. */
export const nextStep = ({ steps }: SetUp): Step | undefined => steps.find(({ done }) => !done)

/** The page on which a step is done. The others are dialogs. */
export const hrefOf = ({ step, id, begun }: Step): string | undefined => {
  switch (step) {
    case 'firstSite':
      // Once it is there, it only waits for approval, which takes no page.
      return id === null ? pageAddress('projectList', { create: 1 }) : undefined
    case 'firstGateway':
      return id === null ? pages.gatewayRegister : pageAddress('gatewayDetail', { id })
    case 'testAlarm':
      return id === null ? undefined : pageAddress('alarmDetail', { id })
    case 'whoIsCalled':
      return pages.notifyRuleList
    case 'reachesOutside':
      return pageAddress('operatorPlatformList', { tab: 'providers', create: begun ? undefined : 1 })
    default:
      return undefined
  }
}

/** Whether the user may open the page of a step. */
export const useMayOpen = (): ((href: string) => boolean) => {
  const { menus } = useMe()
  return (href) => checkRoute(href.split('?')[0] ?? href, menus).open
}

const key = 'ew.setUp'
/** The step that the user went to from the list, until the way back is not needed any more. */
export const useGuided = create<{ step: StepName | null }>(() => ({ step: windowStore.getItem(key) as StepName | null }))
export const guide = (step: StepName | null): void => {
  if (step === null) windowStore.removeItem(key)
  else windowStore.setItem(key, step)
  useGuided.setState({ step })
}
