import type { ScreenMap } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePageSearch } from '../../../kit/search-params.ts'
import { useNewestFire } from '../../alarms/alarm/use-waiting.ts'
import type { Place } from './use-screen-data.ts'

export const rotations = ['province', 'project'] as const
export type Rotation = (typeof rotations)[number]
export const intervals = [10, 20, 30, 60] as const
const defaultInterval = 20

export interface Stop {
  readonly key: string
  readonly name: string
  readonly place: Place
}

const stopsOf = (rotation: Rotation | undefined, map: ScreenMap | undefined): readonly Stop[] => {
  if (rotation === 'province')
    return (map?.provinces ?? []).map(({ code, name }) => ({ key: code, name, place: { province: code } }))
  if (rotation === 'project')
    return (map?.sites ?? []).flatMap(({ id, name }) =>
      id === null || name === null ? [] : [{ key: String(id), name, place: { projectId: id } }],
    )
  return []
}

/** What the screen shows in turn, chosen on the screen and kept in the address. */
export const useRotation = (map: ScreenMap | undefined) => {
  const search = usePageSearch()
  const navigate = useNavigate()
  const rotation = rotations.find((each) => each === search['rotate'])
  const every = intervals.find((each) => String(each) === search['every']) ?? defaultInterval
  const stops = stopsOf(rotation, map)
  const [turn, setTurn] = useState(0)
  const fire = useNewestFire()
  const paused = rotation !== undefined && fire !== undefined
  const isTurning = rotation !== undefined && !paused && stops.length > 1
  useEffect(() => {
    if (!isTurning) return
    const timer = setInterval(() => setTurn((old) => old + 1), every * 1_000)
    return () => clearInterval(timer)
  }, [isTurning, every])
  const choose = (patch: Record<string, string>) => {
    const next = Object.fromEntries(Object.entries({ ...search, ...patch }).filter(([, value]) => value))
    void navigate({ to: '.', search: next, replace: true })
  }
  const ofFire: Stop | undefined =
    paused && fire.projectId !== null
      ? { key: `fire ${fire.projectId}`, name: fire.projectName ?? '', place: { projectId: fire.projectId } }
      : undefined
  const stop = rotation === undefined ? undefined : paused ? ofFire : stops[turn % Math.max(1, stops.length)]
  return { rotation, every, stop, paused, choose }
}
