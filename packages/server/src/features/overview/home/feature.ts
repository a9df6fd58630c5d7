import { endpoints } from '@emberwatch/contract'
import type { Health } from '../../../platform/health.ts'
import { bind } from '../../../platform/http/binding.ts'
import { homeFigures, liveAlarms } from './home.reads.ts'
import { alarmProjects, alarmTimes, alarmTrend } from './home-alarms.reads.ts'
import { homeNotices } from './home-notices.reads.ts'
import { onlineRate } from './home-online.reads.ts'
import { orderTimes } from './home-orders.reads.ts'
import { homePlatform } from './home-platform.reads.ts'
import { homeEnding, homeTodo } from './home-todo.reads.ts'
import { homeTrends } from './home-trends.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const homeRoutes = (health: Health) => [
  ...bind(endpoints.home, { figures: homeFigures, liveAlarms, notices: homeNotices }),
  ...bind(endpoints.homeChart, {
    alarmTrend,
    alarmProjects,
    alarmTimes,
    orderTimes,
    onlineRate,
    trends: homeTrends,
    todo: homeTodo,
    ending: homeEnding,
    platform: homePlatform(health),
  }),
]

export const homeFeature: Feature = {
  name: 'home',
  routes: ({ health }) => homeRoutes(health),
}
