export const texts = {
  menus: {
    'system.api': '接口配置',
    'system.operator': '运营配置',
  },
  subjects: {
    apiConfig: '接口配置',
    operatorPlatform: '运营商平台',
  },
  fields: {
    product: '产品',
    module: '模块',
    logged: '记录日志',
    maskedFields: '脱敏字段',
    protocol: '协议',
    appId: '应用编号',
    hasSecret: '已设密钥',
  },
  reasons: {
    callUnknown: '产品没有这个接口',
    callNeeded: '登录、配置或火警处理需要该接口，不能停用',
  },
}
