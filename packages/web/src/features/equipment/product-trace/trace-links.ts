import { pagePaths } from '../../../paths.ts'

/** Address of the history of a device or gateway. */
export const storyPath = (code: string): string => `#${pagePaths.traceDetail}?code=${encodeURIComponent(code)}`
