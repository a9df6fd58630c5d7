import type { kit } from './zh/kit.ts'
import type { shell } from './zh/shell.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    enableSelector: true
  }
  /** A feature adds its namespace here, in its zh file. */
  interface ResourceNamespaceMap {
    shell: typeof shell
    kit: typeof kit
  }
}
