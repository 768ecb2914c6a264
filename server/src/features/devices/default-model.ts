/** Id of the model with every sensor kind, for devices without a named model. Its name may change. */
export const defaultModelId = '01900000-0000-7000-a000-000000000001'
