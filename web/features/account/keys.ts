export const signInsKey = ['me', 'sign-ins'];
