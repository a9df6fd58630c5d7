import type { texts as zh } from './api-config.zh.ts'

export const texts: typeof zh = {
  menus: {
    'system.api': 'API configuration',
    'system.operator': 'Operator configuration',
  },
  subjects: {
    apiConfig: 'API configuration',
    operatorPlatform: 'Carrier platform',
  },
  fields: {
    product: 'Product',
    module: 'Module',
    logged: 'Logged',
    maskedFields: 'Masked fields',
    protocol: 'Protocol',
    appId: 'App ID',
    hasSecret: 'Secret set',
  },
  reasons: {
    callUnknown: 'there is no such call',
    callNeeded: 'sign-in, configuration or fire alarms depend on this call, so it must stay on',
  },
}
