export const signInsKey = ['me', 'sign-ins'];
export const webhooksKey = ['me', 'webhooks'];
