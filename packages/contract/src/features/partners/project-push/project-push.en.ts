import type { texts as zh } from './project-push.zh.ts'

export const texts: typeof zh = {
  menus: {
    'open.projectPush': 'Project pushes',
  },
  subjects: {
    projectPush: 'Project push',
  },
  fields: {
    delayS: 'Delay (s)',
    projectPushState: 'State of the push',
    pushEndReason: 'Why it ended',
    lastPushAt: 'Last push',
  },
  enums: {
    projectPushState: { active: 'Pushing', ended: 'Ended' },
    pushEndReason: {
      projectLeft: 'The project left the scope of the endpoint’s company',
      projectDeleted: 'The project was deleted',
    },
  },
  reasons: {
    pushEndpointAbove: 'the endpoint must belong to the project’s company or one above it',
    pushEndedAlready: 'this project push has ended',
  },
}
